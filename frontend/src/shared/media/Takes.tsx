import { useTranslation } from 'react-i18next';
import { Media } from './Media';
import { MediaTools } from './MediaTools';
import { type MediaKind } from './media-address';

/** A generated video or image; both addresses come from `safeMediaAddress`. */
export interface Take {
  readonly address: string;
  /** The image that is shown before the video plays. */
  readonly cover: string | null;
}

interface TakesProps {
  readonly takes: readonly Take[];
  /** The kind of media to expect when an address does not show it. */
  readonly likely: MediaKind;
}

/** Videos or images below each other, each with its number and the actions on its address. */
export function Takes({ takes, likely }: TakesProps) {
  const { t } = useTranslation();
  const labelOf = (number: number) =>
    likely === 'video' ? t('media.video', { number }) : t('media.image', { number });
  return takes.map(({ address, cover }, index) => (
    <article className="task-result" key={address}>
      <strong>{labelOf(index + 1)}</strong>
      <Media
        address={address}
        label={labelOf(index + 1)}
        likely={likely}
        cover={cover ?? undefined}
        className="task-video"
      />
      <div className="cluster">
        <MediaTools address={address} />
      </div>
    </article>
  ));
}
