import { Button, Intent, Tag } from '@blueprintjs/core';
import { Cross, Tick } from '@blueprintjs/icons';
import {
  offeredTo,
  QuotaType,
  type GroupLabels,
  type GroupRatios,
  type OfferedPrice,
  type OfferedTier,
  type OfferedWindow,
} from '@contracts';
import i18next, { type TFunction } from 'i18next';
import { Fragment } from 'react';
import { formatPrice, SMALL_UNIT_DIGITS, type PriceUnit } from '../../shared/format/price';
import { formatNumber } from '../../shared/format/quota';
import { weekdayName } from '../../shared/format/weekday';
import { ModelIcon } from '../../shared/model/ModelIcon';
import { tagLabel } from '../../shared/model/model-tags';
import { type Column } from '../../shared/table/column';
import { isAvailable, shownPrice, type PriceRow } from './price-list';

const RATIO_DIGITS = 4;
const GROUP_RATIO_DIGITS = 2;

interface PriceColumnsContext {
  readonly t: TFunction;
  /** The group whose prices are shown. */
  readonly group: string;
  readonly ratios: GroupRatios;
  /** Display names of the groups; empty when the reader wants the plain group names. */
  readonly labels: GroupLabels;
  readonly unit: PriceUnit;
  readonly quotaPerUnit: number;
  readonly hasRatios: boolean;
  readonly copy: (model: string) => void;
  readonly onGroup: (group: string) => void;
}

function ratioText(ratio: number): string {
  return String(Number(ratio.toFixed(RATIO_DIGITS)));
}

export function groupRatioText(ratio: number | undefined): string {
  return (ratio ?? 1).toFixed(GROUP_RATIO_DIGITS);
}

function ModelCell({ row, context }: CellProps) {
  const { t, copy } = context;
  const name = row.item.model_name;
  return (
    <span className="price-model">
      <ModelIcon model={name} maker={row.maker?.family ?? undefined} image={row.maker?.image} />
      <Button
        variant="minimal"
        size="small"
        className="price-model-name"
        title={t('common.copy_value', { text: name })}
        text={name}
        onClick={() => copy(name)}
      />
    </span>
  );
}

function billingLabel({ quota_type, second_price }: OfferedPrice) {
  if (second_price !== undefined) return 'pricing.per_second';
  return quota_type === QuotaType.PerCall ? 'pricing.per_call' : 'pricing.per_token';
}

interface CellProps {
  readonly row: PriceRow;
  readonly context: PriceColumnsContext;
}

function RatioCell({ row, context: { t, ratios, group } }: CellProps) {
  const { offered: item, groupRatio } = offeredTo(row.item, group, ratios);
  if (row.item.unpriced && item === row.item) return <span className="muted">–</span>;
  const groupLine = <span>{t('pricing.group_ratio', { ratio: groupRatioText(groupRatio) })}</span>;
  if (item.quota_type === QuotaType.PerCall) return <span className="price-lines">{groupLine}</span>;
  return (
    <span className="price-lines">
      <span>{t('pricing.model_ratio', { ratio: ratioText(item.model_ratio) })}</span>
      <span>{t('pricing.completion_ratio', { ratio: ratioText(item.completion_ratio) })}</span>
      {groupLine}
    </span>
  );
}

function PriceCell({ row, context }: CellProps) {
  const { t, group, ratios } = context;
  // A group that does not serve the model has no price.
  if (!isAvailable(row, group)) return <span className="muted">–</span>;
  const { offered, groupRatio } = offeredTo(row.item, group, ratios);
  const { tiers = [], windows = [] } = offered;
  return (
    <span className="price-lines">
      <PriceLines price={offered} groupRatio={groupRatio} context={context} />
      <TierLines tiers={tiers} groupRatio={groupRatio} context={context} />
      {windows.map(window => (
        <WindowLines key={hoursOf(window, t)} window={window} groupRatio={groupRatio} context={context} />
      ))}
      {offered !== row.item && <span className="muted">{t('pricing.group_price')}</span>}
    </span>
  );
}

interface LinesProps {
  readonly groupRatio: number;
  readonly context: PriceColumnsContext;
}

function PriceLines({ price: offered, groupRatio, context }: LinesProps & { readonly price: OfferedPrice }) {
  const { t, unit, quotaPerUnit } = context;
  const digits = unit === 'K' ? SMALL_UNIT_DIGITS : undefined;
  const price = shownPrice(offered, { groupRatio, unit, quotaPerUnit });
  if (price.second !== null) return <span>{t('pricing.price_second', { price: formatPrice(price.second) })}</span>;
  if (price.isPerCall) return <span>{t('pricing.price_call', { price: formatPrice(price.call) })}</span>;
  return (
    <>
      <span>{t('pricing.price_prompt', { price: formatPrice(price.prompt, digits), unit })}</span>
      <span>{t('pricing.price_completion', { price: formatPrice(price.completion, digits), unit })}</span>
    </>
  );
}

function TierLines({ tiers, groupRatio, context }: LinesProps & { readonly tiers: readonly OfferedTier[] }) {
  const { t } = context;
  return tiers.map(tier => (
    <Fragment key={tier.above}>
      <span className="muted">{t('pricing.tier', { above: formatNumber(tier.above) })}</span>
      <PriceLines
        price={{ ...tier, quota_type: QuotaType.PerToken, model_price: 0 }}
        groupRatio={groupRatio}
        context={context}
      />
    </Fragment>
  ));
}

/** The hours with their days and zone. */
function hoursOf({ from, to, zone, days }: OfferedWindow, t: TFunction): string {
  const names = days?.map(day => weekdayName(day, i18next.language)).join(t('common.between_names'));
  return t(names === undefined ? 'pricing.hours' : 'pricing.hours_days', { from, to, zone, days: names });
}

function WindowLines({ window, groupRatio, context }: LinesProps & { readonly window: OfferedWindow }) {
  const { t } = context;
  const { factor, quota_type: type = QuotaType.PerToken, tiers = [] } = window;
  const { model_ratio = 0, completion_ratio = 0, model_price = 0, second_price } = window;
  const price = { quota_type: type, model_ratio, completion_ratio, model_price, second_price };
  return (
    <>
      <span className="muted">{hoursOf(window, t)}</span>
      {factor === undefined ? (
        <PriceLines price={price} groupRatio={groupRatio} context={context} />
      ) : (
        <span>{t('pricing.hours_factor', { factor })}</span>
      )}
      <TierLines tiers={tiers} groupRatio={groupRatio} context={context} />
    </>
  );
}

function GroupsCell({ row, context: { t, group, labels, onGroup } }: CellProps) {
  return (
    <span className="cluster price-groups">
      {row.item.enable_groups.map(name => (
        <Button
          key={name}
          size="small"
          variant={name === group ? 'solid' : 'outlined'}
          intent={name === group ? Intent.PRIMARY : Intent.NONE}
          aria-pressed={name === group}
          title={t('pricing.switch_group', { group: labels[name] ?? name })}
          text={labels[name] ?? name}
          onClick={() => onGroup(name)}
        />
      ))}
    </span>
  );
}

function AvailabilityTag({ row, context: { t, group } }: CellProps) {
  if (row.item.unpriced && !isAvailable(row, group)) {
    return (
      <Tag minimal intent={Intent.WARNING} icon={<Cross size={12} />} title={t('pricing.unpriced_hint')}>
        {t('pricing.unpriced')}
      </Tag>
    );
  }
  return isAvailable(row, group) ? (
    <Tag minimal intent={Intent.SUCCESS} icon={<Tick size={12} />}>
      {t('pricing.available')}
    </Tag>
  ) : (
    <Tag minimal icon={<Cross size={12} />}>
      {t('pricing.unavailable')}
    </Tag>
  );
}

function TagsCell({ row, context: { t } }: CellProps) {
  return (
    <span className="cluster">
      {row.tags.map(tag => (
        <Tag key={tag} minimal round>
          {tagLabel(tag, t)}
        </Tag>
      ))}
    </span>
  );
}

/** The columns of the price list. */
export function priceColumns(context: PriceColumnsContext): readonly Column<PriceRow>[] {
  const { t, hasRatios } = context;
  const ratio: Column<PriceRow> = {
    id: 'ratio',
    header: t('pricing.ratio'),
    render: row => <RatioCell row={row} context={context} />,
  };
  return [
    { id: 'model', header: t('pricing.model'), render: row => <ModelCell row={row} context={context} /> },
    {
      id: 'billing',
      header: t('pricing.billing'),
      render: ({ item: row }) => {
        const { offered: item } = offeredTo(row, context.group, context.ratios);
        return (
          <Tag minimal intent={item.quota_type === QuotaType.PerCall ? Intent.WARNING : Intent.PRIMARY}>
            {t(billingLabel(item))}
          </Tag>
        );
      },
    },
    { id: 'tags', header: t('pricing.tags'), render: row => <TagsCell row={row} context={context} /> },
    ...(hasRatios ? [ratio] : []),
    {
      id: 'price',
      header: t('pricing.price'),
      render: row => <PriceCell row={row} context={context} />,
    },
    { id: 'groups', header: t('pricing.groups'), render: row => <GroupsCell row={row} context={context} /> },
    {
      id: 'description',
      header: t('pricing.description'),
      render: ({ illustrate }) => (
        <span className="price-description" title={illustrate}>
          {illustrate}
        </span>
      ),
    },
    {
      id: 'availability',
      header: t('pricing.availability'),
      render: row => <AvailabilityTag row={row} context={context} />,
    },
  ];
}
