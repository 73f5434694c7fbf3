interface LabelledText {
  readonly label: string;
  readonly value: string;
  /** True for a value in the colour of trouble. */
  readonly isTrouble?: boolean;
}

/** The known facts about an item, one per line. */
export function FactList({ facts }: { readonly facts: readonly LabelledText[] }) {
  return (
    <dl className="detail-list">
      {facts.map(({ label, value, isTrouble = false }) => (
        <div className="detail-pair" key={label}>
          <dt>{label}</dt>
          <dd className={isTrouble ? 'loss' : undefined}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
