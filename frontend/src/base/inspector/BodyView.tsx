import { Button, Intent, SegmentedControl, Tag } from '@blueprintjs/core';
import { Duplicate } from '@blueprintjs/icons';
import { type InspectedBody } from '@contracts';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCopy } from '../../shared/copy/use-copy';
import { formatBytes } from '../../shared/format/bytes';
import { partsOf, readableBody } from './body-text';
import '../../styles/inspector.css';

interface BodyViewProps {
  readonly title: string;
  readonly body: InspectedBody;
}

type View = 'text' | 'readable' | 'raw';

/** The views of a body: that of a stream as text comes first. */
function viewsOf({ text, collected }: InspectedBody): readonly View[] {
  const views: View[] = collected === undefined ? [] : ['text'];
  return text === '' ? views : [...views, 'readable', 'raw'];
}

function shownIn(view: View, { text, collected = '' }: InspectedBody): string {
  if (view === 'text') return collected;
  return view === 'readable' ? readableBody(text) : text;
}

function MarkedText({ text }: { readonly text: string }) {
  const { t } = useTranslation();
  const parts = useMemo(() => partsOf(text), [text]);
  return (
    <pre className="inspect-body" tabIndex={0}>
      {parts.map((part, at) =>
        part.isMark ? (
          <mark key={at} title={t('inspector.masked_hint')}>
            {part.text}
          </mark>
        ) : (
          part.text
        ),
      )}
    </pre>
  );
}

/** What is not there of a body, and why. */
function BodyTags({ body }: { readonly body: InspectedBody }) {
  const { t } = useTranslation();
  return (
    <>
      <Tag minimal>{formatBytes(body.bytes)}</Tag>
      {body.left_out && (
        <Tag minimal intent={Intent.WARNING}>
          {t(`inspector.left_out_${body.left_out}`)}
        </Tag>
      )}
      {body.is_cut && body.text !== '' && (
        <Tag minimal intent={Intent.WARNING}>
          {t('inspector.cut')}
        </Tag>
      )}
    </>
  );
}

/** One body of a recorded call, formatted or as it passed, with what was masked in it. */
export function BodyView({ title, body }: BodyViewProps) {
  const { t } = useTranslation();
  const copy = useCopy();
  const views = viewsOf(body);
  const [chosen, setChosen] = useState<View | null>(null);
  const view = chosen ?? views[0];
  const text = view === undefined ? '' : shownIn(view, body);
  return (
    <div className="inspect-part">
      <div className="cluster">
        <strong>{title}</strong>
        <BodyTags body={body} />
        {views.length > 1 && (
          <SegmentedControl
            size="small"
            options={views.map(value => ({ value, label: t(`inspector.view_${value}`) }))}
            value={view}
            onValueChange={value => setChosen(value as View)}
          />
        )}
        {text !== '' && (
          <Button
            size="small"
            variant="minimal"
            icon={<Duplicate />}
            aria-label={t('inspector.copy', { part: title })}
            title={t('inspector.copy', { part: title })}
            onClick={() => copy(text)}
          />
        )}
      </div>
      {text === '' ? <p className="muted">{t('inspector.body_empty')}</p> : <MarkedText text={text} />}
    </div>
  );
}
