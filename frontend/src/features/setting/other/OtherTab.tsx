import { OptionCard } from '../OptionCard';
import { OptionTab } from '../OptionTab';
import { ClearLogs } from './ClearLogs';
import { businessCards, contentCards, dataExportCard, filterCards, logCard } from './other-cards';

/** The tab for texts, display and logging of the site. */
export function OtherTab() {
  return (
    <OptionTab>
      {options => (
        <>
          {[...contentCards, ...businessCards, ...filterCards].map(card => (
            <OptionCard key={card.id} card={card} options={options} />
          ))}
          <OptionCard card={logCard} options={options}>
            <ClearLogs />
          </OptionCard>
          <OptionCard card={dataExportCard} options={options} />
        </>
      )}
    </OptionTab>
  );
}
