import { Button, Callout, Intent } from '@blueprintjs/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppSelector } from '../../store-hooks';
import { loadTurnstile, type Turnstile } from './turnstile';
import { type HumanCheck } from './use-human-check';

type Widget = { readonly turnstile: Turnstile; readonly id: string };

/** The widget of the human check; it is shown only where the check is on. */
export function HumanCheckField({ check }: { readonly check: HumanCheck }) {
  return check.isOn ? <HumanCheckWidget check={check} /> : null;
}

function HumanCheckWidget({ check: { siteKey, round, setToken } }: { readonly check: HumanCheck }) {
  const { t, i18n } = useTranslation();
  const theme = useAppSelector(state => state.appearance.theme);
  const frame = useRef<HTMLDivElement>(null);
  const widget = useRef<Widget | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const { language } = i18n;

  useEffect(() => {
    let isCurrent = true;
    const fail = () => {
      if (!isCurrent) return true;
      setToken('');
      setFailed(true);
      return true;
    };
    loadTurnstile().then(turnstile => {
      if (!isCurrent || !frame.current) return;
      const id = turnstile.render(frame.current, {
        sitekey: siteKey,
        theme,
        language,
        size: 'flexible',
        callback: token => {
          setFailed(false);
          setToken(token);
        },
        'expired-callback': () => setToken(''),
        'error-callback': fail,
      });
      widget.current = { turnstile, id };
    }, fail);
    return () => {
      isCurrent = false;
      widget.current?.turnstile.remove(widget.current.id);
      widget.current = null;
    };
  }, [siteKey, theme, language, setToken, attempt]);

  useEffect(() => {
    if (round > 0) widget.current?.turnstile.reset(widget.current.id);
  }, [round]);

  const retry = () => {
    setFailed(false);
    setAttempt(current => current + 1);
  };
  return (
    <div className="block">
      <div ref={frame} className="human-check" />
      {hasFailed && (
        <Callout compact intent={Intent.WARNING}>
          {t('auth.human_failed')} <Button size="small" variant="minimal" text={t('common.retry')} onClick={retry} />
        </Callout>
      )}
    </div>
  );
}
