import { OptionCard } from '../OptionCard';
import { OptionTab } from '../OptionTab';
import { SettingAnchor } from '../../../shared/display/SettingAnchor';
import { operationCards } from './operation-cards';
import { RatioCard } from './RatioCard';

/** The settings of daily operation, all based on one read of the options. */
export function OperationTab() {
  return (
    <OptionTab>
      {options => (
        <>
          {operationCards.map(card => (
            <OptionCard key={card.id} card={card} options={options} />
          ))}
          <SettingAnchor id="ratio">
            <RatioCard options={options} />
          </SettingAnchor>
        </>
      )}
    </OptionTab>
  );
}
