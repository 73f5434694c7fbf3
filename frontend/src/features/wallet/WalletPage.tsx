import { H3, Tab, Tabs } from '@blueprintjs/core';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { useIsAdmin } from '../../base/session/use-role';
import { AllOrders } from './AllOrders';
import { OwnPlans } from '../../base/plan/OwnPlans';
import { BalanceCards } from './BalanceCards';
import { InviteCard } from './InviteCard';
import { OwnOrders } from './OwnOrders';
import { OwnStatements } from './OwnStatements';
import { PaymentCard } from './PaymentCard';
import { RedeemCard } from './RedeemCard';
import { TopUpRecords } from './TopUpRecords';
import { useReturn } from './use-return';
import '../../styles/wallet.css';

const OWN = 'own';
const ORDERS = 'orders';

function OwnWallet() {
  useReturn();
  return (
    <>
      <BalanceCards />
      <div className="wallet-cards">
        <div className="wallet-column">
          <PaymentCard />
          <RedeemCard />
        </div>
        <InviteCard />
      </div>
      <OwnPlans isHiddenWhenEmpty />
      <TopUpRecords />
      <OwnOrders />
      <OwnStatements />
    </>
  );
}

/** The wallet page: balance, top-ups, invitations and payments; administrators also see the payments of all users. */
export function WalletPage() {
  const { t } = useTranslation();
  const isAdmin = useIsAdmin();
  const [parameters, setParameters] = useSearchParams();
  return (
    <>
      <H3 className="page-title">{t('wallet.title')}</H3>
      {isAdmin ? (
        <Tabs
          id="wallet"
          renderActiveTabPanelOnly
          selectedTabId={parameters.get('tab') === ORDERS ? ORDERS : OWN}
          // Page and filters of one tab do not apply to the other.
          onChange={tab => setParameters(tab === ORDERS ? { tab: ORDERS } : {})}
        >
          <Tab id={OWN} title={t('wallet.own')} panel={<OwnWallet />} />
          <Tab id={ORDERS} title={t('wallet.all_orders')} panel={<AllOrders />} />
        </Tabs>
      ) : (
        <OwnWallet />
      )}
    </>
  );
}
