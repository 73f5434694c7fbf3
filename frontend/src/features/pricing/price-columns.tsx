import { Button, Intent, Tag } from '@blueprintjs/core';
import { Cross, Tick } from '@blueprintjs/icons';
import { QuotaType, type GroupLabels, type GroupRatios } from '@contracts';
import { type TFunction } from 'i18next';
import { formatPrice, SMALL_UNIT_DIGITS, type PriceUnit } from '../../shared/format/price';
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

interface CellProps {
  readonly row: PriceRow;
  readonly context: PriceColumnsContext;
}

function RatioCell({ row: { item }, context: { t, ratios, group } }: CellProps) {
  if (item.unpriced) return <span className="muted">–</span>;
  const groupLine = <span>{t('pricing.group_ratio', { ratio: groupRatioText(ratios[group]) })}</span>;
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
  const { t, group, ratios, unit, quotaPerUnit } = context;
  // A group that does not serve the model has no price.
  if (row.item.unpriced || !isAvailable(row, group)) return <span className="muted">–</span>;
  const digits = unit === 'K' ? SMALL_UNIT_DIGITS : undefined;
  const price = shownPrice(row.item, { groupRatio: ratios[group] ?? 1, unit, quotaPerUnit });
  if (price.isPerCall) return <span>{t('pricing.price_call', { price: formatPrice(price.call) })}</span>;
  return (
    <span className="price-lines">
      <span>{t('pricing.price_prompt', { price: formatPrice(price.prompt, digits), unit })}</span>
      <span>{t('pricing.price_completion', { price: formatPrice(price.completion, digits), unit })}</span>
    </span>
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
  if (row.item.unpriced) {
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
      render: ({ item }) => (
        <Tag minimal intent={item.quota_type === QuotaType.PerCall ? Intent.WARNING : Intent.PRIMARY}>
          {item.quota_type === QuotaType.PerCall ? t('pricing.per_call') : t('pricing.per_token')}
        </Tag>
      ),
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
