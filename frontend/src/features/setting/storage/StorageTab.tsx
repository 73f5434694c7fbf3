import { OptionCard } from '../OptionCard';
import { OptionTab } from '../OptionTab';
import { RetentionCard } from './RetentionCard';
import { retentionCards } from './storage-cards';
import { TableSizes } from './TableSizes';

/** The tab for what the database holds, and for how long. */
export function StorageTab() {
  return (
    <OptionTab>
      {options => (
        <>
          <TableSizes />
          <RetentionCard />
          {retentionCards.map(card => (
            <OptionCard key={card.id} card={card} options={options} />
          ))}
        </>
      )}
    </OptionTab>
  );
}
