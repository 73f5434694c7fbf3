import { useEffect, useRef } from 'react';

const SCRIPT_URL = 'https://telegram.org/js/telegram-widget.js?22';

interface TelegramWidgetProps {
  /** The name of the bot without the at sign. */
  readonly botName: string;
  /**
   * Where the widget sends the browser with the signed data in the query. Its other mode, a function named in an
   * attribute, needs `eval`, which the content policy forbids.
   */
  readonly returnUrl: string;
}

/**
 * Telegram's sign-in button. Its script puts the button where its own element stands, so each component loads the
 * script again.
 */
export function TelegramWidget({ botName, returnUrl }: TelegramWidgetProps) {
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const place = frame.current;
    if (!place) return undefined;
    const script = Object.assign(document.createElement('script'), { src: SCRIPT_URL, async: true });
    script.dataset.telegramLogin = botName.replace(/^@/, '');
    script.dataset.size = 'large';
    script.dataset.authUrl = returnUrl;
    place.append(script);
    return () => place.replaceChildren();
  }, [botName, returnUrl]);
  return <div ref={frame} className="telegram-widget" />;
}
