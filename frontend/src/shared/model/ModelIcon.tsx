import { Cube } from '@blueprintjs/icons';
import { makerOf, type ModelMaker } from './model-makers';

interface ModelIconProps {
  /** The name of a model; its beginning decides the icon. */
  readonly model?: string;
  /** The family, when it is known already. */
  readonly maker?: ModelMaker | null;
  /** The administrator's image, as an address or as image data; it takes precedence over the others. */
  readonly image?: string;
  /** Width and height in pixels. Default: 18. */
  readonly size?: number;
}

/** The icon of the maker of a model. It adds nothing to the text beside it. */
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
