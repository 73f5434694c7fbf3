import { useEffect, useRef, type ReactNode } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';

export interface SettingAnchorProps {
  /** Stands in the address as ?card=. */
  readonly id: string;
  readonly children: ReactNode;
}

/** A place in the settings to which an address can lead: it comes into sight and gets the focus. */
export function SettingAnchor({ id, children }: SettingAnchorProps) {
  const [parameters] = useSearchParams();
  const { key } = useLocation();
  const isWanted = parameters.get('card') === id;
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isWanted) return;
    // In a tab that is not shown neither of the two does anything.
    place.current?.scrollIntoView?.({ block: 'start' });
    place.current?.focus({ preventScroll: true });
  }, [isWanted, key]); // with every visit, also when the address is the same
  return (
    <div ref={place} className="setting-anchor" tabIndex={-1} data-card={id}>
      {children}
    </div>
  );
}
