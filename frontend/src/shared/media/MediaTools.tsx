import { AnchorButton, Button } from '@blueprintjs/core';
import { Download, Duplicate, Share } from '@blueprintjs/icons';
import { useTranslation } from 'react-i18next';
import { useCopy } from '../copy/use-copy';

/**
 * The actions on the address of an image, song or video. Browsers save files of this site; files of other sites open in
 * a new tab, from which they can be saved.
 */
export function MediaTools({ address }: { readonly address: string }) {
  const { t } = useTranslation();
  const copy = useCopy();
  const link = {
    href: address,
    role: 'link',
    target: '_blank',
    rel: 'noopener noreferrer',
    variant: 'minimal',
  } as const;
  const isData = address.startsWith('data:'); // browsers refuse to open a data URL as a page
  return (
    <>
      {!isData && <AnchorButton {...link} icon={<Share />} text={t('media.open')} />}
      <Button
        variant="minimal"
        icon={<Duplicate />}
        text={t('media.copy_address')}
        onClick={() => copy(address, t('media.address_copied'))}
      />
      <AnchorButton {...link} download="" icon={<Download />} text={t('media.download')} />
    </>
  );
}
