/** Whole units in one currency unit, unless the option QuotaPerUnit says otherwise. */
export const QUOTA_PER_UNIT = 500_000;

/** Thresholds for a compact display of quota as a number: above each, divide by `size` and append `suffix`. */
export const quotaDisplaySteps = [
  { above: 1_000_000_000, size: 1_000_000_000, suffix: 'B' },
  { above: 1_000_000, size: 1_000_000, suffix: 'M' },
  { above: 10_000, size: 1_000, suffix: 'k' },
] as const;

/** The ratio of a model that has neither ratio nor price; used only while SelfUseModeEnabled is on. */
export const SELF_USE_MODEL_RATIO = 37.5;
