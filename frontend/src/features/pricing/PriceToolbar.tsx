import { Button, FormGroup, HTMLSelect, SegmentedControl, Switch } from '@blueprintjs/core';
import { Duplicate } from '@blueprintjs/icons';
import { useId, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { priceUnits, type PriceUnit } from '../../shared/format/price';
import { tagLabel } from '../../shared/model/model-tags';
import { LiveSearchInput } from '../../shared/table/LiveSearchInput';
import { groupRatioText } from './price-columns';
import { type PriceList } from './use-price-list';

/** The appearance of the list; none of these choices narrows it. */
export interface PriceLook {
  readonly unit: PriceUnit;
  readonly hasRatios: boolean;
  /** True shows groups by their display names. */
  readonly hasLabels: boolean;
}

interface PriceToolbarProps {
  readonly list: PriceList;
  readonly look: PriceLook;
  readonly onLook: (changes: Partial<PriceLook>) => void;
  /** The number of marked models. */
  readonly chosenCount: number;
  readonly onCopyChosen: () => void;
}

/** The number of marked models from which a button copies them. */
const COPY_FROM = 2;

interface ChoiceProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly children: ReactNode;
}

function Choice({ label, value, onChange, children }: ChoiceProps) {
  const id = useId();
  return (
    <FormGroup className="price-choice" inline label={label} labelFor={id}>
      <HTMLSelect id={id} value={value} onChange={event => onChange(event.currentTarget.value)}>
        {children}
      </HTMLSelect>
    </FormGroup>
  );
}

function Filters({ list }: Pick<PriceToolbarProps, 'list'>) {
  const { t } = useTranslation();
  const { pricing, filters, setFilters, tags, group } = list;
  return (
    <>
      <LiveSearchInput
        label={t('pricing.search')}
        value={filters.keyword}
        onChange={keyword => setFilters({ keyword })}
      />
      <Choice label={t('pricing.tag')} value={filters.tag} onChange={tag => setFilters({ tag })}>
        <option value="">{t('common.all')}</option>
        {tags.map(tag => (
          <option key={tag} value={tag}>
            {tagLabel(tag, t)}
          </option>
        ))}
      </Choice>
      <Choice label={t('pricing.group')} value={group} onChange={value => setFilters({ group: value })}>
        {Object.entries(pricing.ratios).map(([name, ratio]) => (
          <option key={name} value={name}>
            {t('pricing.group_option', { group: pricing.labels[name] ?? name, ratio: groupRatioText(ratio) })}
          </option>
        ))}
      </Choice>
    </>
  );
}

/** The filters and the appearance choices of the list. */
export function PriceToolbar({ list, look, onLook, chosenCount, onCopyChosen }: PriceToolbarProps) {
  const { t } = useTranslation();
  return (
    <>
      <div className="toolbar toolbar-center price-filters">
        <Filters list={list} />
        {chosenCount >= COPY_FROM && (
          <Button
            className="toolbar-end"
            icon={<Duplicate />}
            text={t('pricing.copy_selected', { count: chosenCount })}
            onClick={onCopyChosen}
          />
        )}
      </div>
      <div className="toolbar toolbar-center price-looks">
        <Switch
          className="toolbar-switch"
          label={t('pricing.show_ratios')}
          checked={look.hasRatios}
          onChange={event => onLook({ hasRatios: event.currentTarget.checked })}
        />
        <Switch
          className="toolbar-switch"
          label={t('pricing.show_labels')}
          checked={look.hasLabels}
          onChange={event => onLook({ hasLabels: event.currentTarget.checked })}
        />
        <Switch
          className="toolbar-switch"
          label={t('pricing.only_available')}
          checked={list.filters.available !== ''}
          onChange={event => list.setFilters({ available: event.currentTarget.checked ? '1' : '' })}
        />
        <span className="toolbar-end cluster">
          <span className="muted" id="price-unit-label">
            {t('pricing.unit')}
          </span>
          <SegmentedControl
            size="small"
            aria-labelledby="price-unit-label"
            options={Object.keys(priceUnits).map(unit => ({ value: unit, label: t('pricing.unit_tokens', { unit }) }))}
            value={look.unit}
            // The values of the control are the keys of priceUnits.
            onValueChange={unit => onLook({ unit: unit as PriceUnit })}
          />
        </span>
      </div>
    </>
  );
}
