import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BrokenMedia, Media } from '../../shared/media/Media';
import { MediaTools } from '../../shared/media/MediaTools';
import { type MediaKind } from '../../shared/media/media-address';
import { Takes } from '../../shared/media/Takes';
import { type Clip, type Lyrics, type TaskResults as Results } from './task-results';

/** A song can be played without its cover, so a cover that does not load is hidden. */
function Cover({ address, title }: { readonly address: string; readonly title: string }) {
  const { t } = useTranslation();
  const [hasFailed, setFailed] = useState(false);
  if (hasFailed) return null;
  return (
    <img
      className="task-cover"
      src={address}
      alt={t('task.cover_of', { title })}
      referrerPolicy="no-referrer"
      onError={() => setFailed(true)}
    />
  );
}

function LyricsText({ lyrics }: { readonly lyrics: string }) {
  const { t } = useTranslation();
  return (
    <details className="task-lyrics">
      <summary>{t('task.lyrics')}</summary>
      <p>{lyrics}</p>
    </details>
  );
}

function Song({ clip, title }: { readonly clip: Clip; readonly title: string }) {
  const [hasFailed, setFailed] = useState(false);
  return (
    <article className="task-result">
      <div className="task-song">
        {clip.cover && <Cover key={clip.cover} address={clip.cover} title={title} />}
        <div className="task-song-body">
          <strong>{title}</strong>
          {hasFailed ? (
            <BrokenMedia onRetry={() => setFailed(false)} />
          ) : (
            <audio src={clip.address} controls preload="none" aria-label={title} onError={() => setFailed(true)} />
          )}
          <div className="cluster">
            <MediaTools address={clip.address} />
          </div>
        </div>
      </div>
      {clip.video && <Media address={clip.video} label={title} likely="video" className="task-video" />}
      {clip.lyrics && <LyricsText lyrics={clip.lyrics} />}
    </article>
  );
}

function WrittenLyrics({ lyrics }: { readonly lyrics: Lyrics }) {
  const { t } = useTranslation();
  return (
    <article className="task-result">
      <strong>{lyrics.title || t('task.lyrics')}</strong>
      <p className="task-text">{lyrics.text}</p>
    </article>
  );
}

interface TaskResultsProps {
  readonly results: Results;
  /** The kind of media to expect when an address does not show it. */
  readonly likely: MediaKind;
}

/** The results of a task: audio to play, text to read, and videos and images to view. */
export function TaskResults({ results, likely }: TaskResultsProps) {
  const { t } = useTranslation();
  const { clips, lyrics, takes } = results;
  return (
    <>
      {clips.map((clip, index) => (
        <Song key={clip.address} clip={clip} title={clip.title || t('task.song', { number: index + 1 })} />
      ))}
      {lyrics.map((text, index) => (
        <WrittenLyrics key={index} lyrics={text} />
      ))}
      <Takes takes={takes} likely={likely} />
    </>
  );
}
