import { lazy, Suspense } from 'react';
import { Spinner } from '@blueprintjs/core';
import { useTranslation } from 'react-i18next';

/**
 * Width and height in pixels; the quiet zone around the code is four modules, which readers need on dark backgrounds.
 */
const SIZE = 200;
const QUIET_MODULES = 4;

const Image = lazy(async () => ({ default: (await import('qrcode.react')).QRCodeSVG }));

/** A text as a QR code, always dark on white. The library is loaded only when a code is drawn. */
export function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const { t } = useTranslation();
  return (
    <div className="qr-code">
      <Suspense fallback={<Spinner size={24} aria-label={t('common.loading')} />}>
        <Image value={text} size={SIZE} marginSize={QUIET_MODULES} title={label} role="img" />
      </Suspense>
    </div>
  );
}
