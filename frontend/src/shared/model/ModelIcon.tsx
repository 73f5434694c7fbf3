import { Cube } from '@blueprintjs/icons';
import { makerOf, type ModelMaker } from './model-makers';

export interface ModelIconProps {
  /** Name of a model; its beginning tells whose icon it gets. */
  readonly model?: string;
  /** The family itself, where it is known already. */
  readonly maker?: ModelMaker | null;
  /** Image of an administrator, as an address or as image data; goes before both. */
  readonly image?: string;
  /** Width and height in pixels. Default: 18. */
  readonly size?: number;
}

/** The icon of who makes a model. It says nothing that the text beside it does not say. */
export function ModelIcon({ model = '', maker = makerOf(model), image, size = 18 }: ModelIconProps) {
  const source = image?.trim() || maker?.icon;
  if (!source) return <Cube className="model-icon muted" size={size} aria-hidden />;
  const isBlack = !image?.trim() && maker?.isBlack === true;
  return (
    <img
      className={isBlack ? 'model-icon model-icon-black' : 'model-icon'}
      src={source}
      width={size}
      height={size}
      alt=""
      loading="lazy"
      referrerPolicy="no-referrer"
    />
  );
}
