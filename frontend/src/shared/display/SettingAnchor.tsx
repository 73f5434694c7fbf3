import { useEffect, useRef, type ReactNode } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';

interface SettingAnchorProps {
  /** The value of ?card= in the address. */
  readonly id: string;
  readonly children: ReactNode;
}

/** A place in the settings that an address can open: it scrolls into view and gets the focus. */
export function SettingAnchor({ id, children }: SettingAnchorProps) {
  const [parameters] = useSearchParams();
  const { key } = useLocation();
  const isWanted = parameters.get('card') === id;
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isWanted) return;
    // Neither call has an effect in a hidden tab.
    place.current?.scrollIntoView?.({ block: 'start' });
    place.current?.focus({ preventScroll: true });
  }, [isWanted, key]); // runs at every visit, even when the address is the same
  return (
    <div ref={place} className="setting-anchor" tabIndex={-1} data-card={id}>
      {children}
    </div>
  );
}
