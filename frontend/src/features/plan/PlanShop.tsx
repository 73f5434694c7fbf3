import { Card, H5, Intent, Tag } from '@blueprintjs/core';
import { type PlanOffer, type SubscriptionView } from '@contracts';
import { useTranslation } from 'react-i18next';
import { useBuyPlanMutation, useListOwnPlansQuery, useListPlanOffersQuery } from '../../base/plan/plan-api';
import { allowanceText, ownTimeZone, priceText } from '../../base/plan/plan-words';
import { OwnPlans } from '../../base/plan/OwnPlans';
import { useStatus } from '../../base/site/use-status';
import { ConfirmButton } from '../../shared/dialog/ConfirmButton';
import { useAnnounce } from '../../shared/dialog/use-announce';
import { ErrorState, LoadingLines } from '../../shared/display/states';
import { ChangeButton } from './ChangeButton';

const noPlans: readonly SubscriptionView[] = [];
const NAMES_SHOWN = 6;

/** What a plan includes, in lines. */
function Included({ offer }: { readonly offer: PlanOffer }) {
  const { t } = useTranslation();
  const status = useStatus();
  const { models, groups, overage } = offer;
  const more = models.length > NAMES_SHOWN ? ', …' : '';
  return (
    <ul>
      <li>{allowanceText(offer, status, t)}</li>
      <li>{models.length === 0 ? t('plan.all_models') : models.slice(0, NAMES_SHOWN).join(', ') + more}</li>
      {groups.length > 0 && <li>{t('plan.groups_said', { names: groups.join(', ') })}</li>}
      <li>{t('common.labelled', { label: t('plan.overage'), value: t(`plan.overage_${overage}`) })}</li>
    </ul>
  );
}

/** Buys a plan, or begins to try it. */
function BuyButtons({ offer }: { readonly offer: PlanOffer }) {
  const { t } = useTranslation();
  const status = useStatus();
  const announce = useAnnounce();
  const [buyPlan, { isLoading }] = useBuyPlanMutation();
  const { name, trial_days: days } = offer;
  const price = priceText(offer, status, t);
  const get = (isTrial: boolean) =>
    void announce(buyPlan({ plan_id: offer.id, time_zone: ownTimeZone(), is_trial: isTrial }));
  return (
    <>
      <ConfirmButton
        intent={Intent.PRIMARY}
        loading={isLoading}
        text={t('plan.buy', { price })}
        question={t('plan.buy_question', { name, price })}
        warning={t('plan.buy_warning')}
        onConfirm={() => get(false)}
      />
      {offer.is_trial_open && (
        <ConfirmButton
          variant="outlined"
          loading={isLoading}
          text={t('plan.trial', { days })}
          question={t('plan.trial_question', { name, days })}
          warning={t('plan.trial_warning', { price })}
          onConfirm={() => get(true)}
        />
      )}
    </>
  );
}

interface OfferCardProps {
  readonly offer: PlanOffer;
  readonly held: readonly SubscriptionView[];
}

function OfferCard({ offer, held }: OfferCardProps) {
  const { t } = useTranslation();
  const status = useStatus();
  return (
    <Card className="plan-offer">
      <H5>{offer.name}</H5>
      <p className="plan-price">{priceText(offer, status, t)}</p>
      {offer.description !== '' && <p>{offer.description}</p>}
      <Included offer={offer} />
      <div className="plan-offer-actions">
        {offer.is_held ? (
          <Tag minimal intent={Intent.SUCCESS}>
            {t('plan.has_it')}
          </Tag>
        ) : (
          <>
            <BuyButtons offer={offer} />
            {held.length > 0 && <ChangeButton offer={offer} held={held} />}
          </>
        )}
      </div>
    </Card>
  );
}

/** The plans that may be bought, and those that the reader has. */
export function PlanShop() {
  const { t } = useTranslation();
  const { data: offers, isError, refetch } = useListPlanOffersQuery();
  const { data: held = noPlans } = useListOwnPlansQuery();
  return (
    <>
      <div className="plan-offers">
        {!offers && !isError && <LoadingLines count={3} />}
        {isError && <ErrorState onRetry={() => void refetch()} />}
        {offers?.length === 0 && <p className="muted">{t('plan.none_on_sale')}</p>}
        {offers?.map(offer => (
          <OfferCard key={offer.id} offer={offer} held={held} />
        ))}
      </div>
      <OwnPlans />
    </>
  );
}
