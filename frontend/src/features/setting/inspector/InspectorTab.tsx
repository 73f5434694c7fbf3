import { OptionCard } from '../OptionCard';
import { OptionTab } from '../OptionTab';
import { inspectorCards } from './inspector-cards';
import { RulesCard } from './RulesCard';
import { StoreCard } from './StoreCard';

/** The tab of the request inspector: its options, the rules in force, and what is kept. */
export function InspectorTab() {
  return (
    <OptionTab>
      {options => (
        <>
          {inspectorCards.map(card => (
            <OptionCard key={card.id} card={card} options={options} />
          ))}
          {options.InspectorEnabled === 'true' && (
            <>
              <RulesCard />
              <StoreCard />
            </>
          )}
        </>
      )}
    </OptionTab>
  );
}
