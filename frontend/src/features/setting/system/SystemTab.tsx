import { OptionCard } from '../OptionCard';
import { ClaimRulesCard, DomainRulesCard } from '../joining/JoiningCards';
import { OptionTab } from '../OptionTab';
import { paymentCards, stripeCard } from '../payment/payment-cards';
import { StripeTestButton } from '../payment/StripeTestButton';
import { providerCards } from './provider-cards';
import { loginCards, mailCard, siteCards } from './site-cards';
import { TestMailButton } from './TestMailButton';

/** The tab for address, payment, mail and the ways to sign in. */
export function SystemTab() {
  return (
    <OptionTab>
      {options => (
        <>
          {[...siteCards, ...paymentCards].map(card => (
            <OptionCard key={card.id} card={card} options={options} />
          ))}
          <OptionCard card={stripeCard} options={options} extraActions={<StripeTestButton />} />
          {loginCards.map(card => (
            <OptionCard key={card.id} card={card} options={options} />
          ))}
          <DomainRulesCard options={options} />
          <OptionCard card={mailCard} options={options} extraActions={<TestMailButton />} />
          {providerCards.map(card => (
            <OptionCard key={card.id} card={card} options={options} />
          ))}
          <ClaimRulesCard options={options} />
        </>
      )}
    </OptionTab>
  );
}
