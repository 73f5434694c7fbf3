import { OptionCard } from '../OptionCard';
import { OptionTab } from '../OptionTab';
import { LoadingLines } from '../../../shared/display/states';
import { RetentionCard } from './RetentionCard';
import { useGetStorageQuery } from './storage-api';
import { retentionCards } from './storage-cards';
import { TableSizes } from './TableSizes';

/** The tab for what the database holds, and for how long. */
export function StorageTab() {
  const { isLoading } = useGetStorageQuery();
  // All cards appear together, so that none is pushed down by those above it.
  if (isLoading) return <LoadingLines />;
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
