import { useTranslation } from 'react-i18next';
import { formatSeconds } from '../format/duration';
import { type Tone } from '../format/time';
import { ToneTag } from './ToneTag';

interface DurationTagProps {
  /** Milliseconds, 0 or more. */
  readonly ms: number;
  readonly tone: Tone;
  /** What the duration measures, when the column does not say it. */
  readonly title?: string;
}

/** A duration in seconds, so that rows are easy to compare, in a colour that means fast or slow. */
export function DurationTag({ ms, tone, title }: DurationTagProps) {
  const { i18n } = useTranslation();
  return (
    <ToneTag tone={tone} title={title}>
      {formatSeconds(ms, i18n.language)}
    </ToneTag>
  );
}
