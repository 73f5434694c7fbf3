import { Callout, Intent, Tab, Tabs } from '@blueprintjs/core';
import { type TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { ModelIcon } from '../../shared/model/ModelIcon';
import { RichText } from '../../shared/foreign/RichText';
import { ALL_MAKERS, OTHER_MAKERS, type MakerTab } from './price-list';

interface MakerStripProps {
  readonly tabs: readonly MakerTab[];
  readonly chosen: string;
  readonly onChoose: (name: string) => void;
}

/** The id of the tab strip. */
export const MAKER_TABS = 'makers';

/** The id of a tab. It must not be empty and must contain no blanks, which separate ids in a document. */
export function makerTab(name: string): string {
  return `maker:${encodeURIComponent(name)}`;
}

function nameOf(id: string): string {
  return decodeURIComponent(id.slice(makerTab('').length));
}

function titleOf(name: string, t: TFunction): string {
  if (name === ALL_MAKERS) return t('common.all');
  return name === OTHER_MAKERS ? t('pricing.other') : name;
}

/** The makers as tabs, and the administrator's description of the chosen one. */
export function MakerStrip({ tabs, chosen, onChoose }: MakerStripProps) {
  const { t } = useTranslation();
  const maker = tabs.find(({ name }) => name === chosen)?.maker;
  return (
    <>
      <Tabs
        id={MAKER_TABS}
        className="maker-strip"
        selectedTabId={makerTab(chosen)}
        onChange={id => onChoose(nameOf(String(id)))}
      >
        {tabs.map(({ name, maker: shown, count }) => (
          <Tab
            key={name}
            id={makerTab(name)}
            icon={shown ? <ModelIcon maker={shown.family} image={shown.image} /> : undefined}
            title={titleOf(name, t)}
            tagContent={count}
            tagProps={{ minimal: true, round: true }}
          />
        ))}
      </Tabs>
      {maker?.description && (
        <Callout className="block" intent={Intent.PRIMARY} compact>
          <RichText text={maker.description} form="source" />
        </Callout>
      )}
    </>
  );
}
