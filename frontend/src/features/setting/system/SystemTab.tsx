import { OptionCard } from '../OptionCard';
import { OptionTab } from '../OptionTab';
import { providerCards } from './provider-cards';
import { loginCards, mailCard, siteCards } from './site-cards';
import { TestMailButton } from './TestMailButton';

/** The tab for address, payment, mail and the ways to sign in. */
export function SystemTab() {
  return (
    <OptionTab>
      {options => (
        <>
          {[...siteCards, ...loginCards].map(card => (
            <OptionCard key={card.id} card={card} options={options} />
          ))}
          <OptionCard card={mailCard} options={options} extraActions={<TestMailButton />} />
          {providerCards.map(card => (
            <OptionCard key={card.id} card={card} options={options} />
          ))}
        </>
      )}
    </OptionTab>
  );
}
