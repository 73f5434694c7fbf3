import { Button } from '@blueprintjs/core';
import { tokenQuotaPresets } from '@contracts';
import { formatCurrency, type QuotaDisplay } from '../format/quota';

interface Preset {
  /** Identifies a preset: two presets may have the same label when amounts are small for the site's unit. */
  readonly id: string | number;
  readonly label: string;
  readonly onClick: () => void;
}

interface PresetsProps {
  readonly presets: readonly Preset[];
  readonly isDisabled?: boolean;
}

/** Usual values below a field, each chosen by one click. */
export function Presets({ presets, isDisabled }: PresetsProps) {
  return (
    <span className="presets">
      {presets.map(({ id, label, onClick }) => (
        <Button key={id} size="small" variant="minimal" text={label} disabled={isDisabled} onClick={onClick} />
      ))}
    </span>
  );
}

interface QuotaPresetsProps {
  /** Contains the value of a unit in currency. */
  readonly status: QuotaDisplay;
  /** Receives an amount in units. */
  readonly onTake: (units: number) => void;
  readonly isDisabled?: boolean;
}

/** Usual amounts of quota, labelled in the site's currency. */
export function QuotaPresets({ status, onTake, isDisabled }: QuotaPresetsProps) {
  const presets = tokenQuotaPresets.map(units => ({
    id: units,
    label: formatCurrency(units, status, 0),
    onClick: () => onTake(units),
  }));
  return <Presets presets={presets} isDisabled={isDisabled} />;
}
