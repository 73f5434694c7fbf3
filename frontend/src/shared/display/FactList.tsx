interface LabelledText {
  readonly label: string;
  readonly value: string;
}

/** The known facts about an item, one per line. */
export function FactList({ facts }: { readonly facts: readonly LabelledText[] }) {
  return (
    <dl className="detail-list">
      {facts.map(({ label, value }) => (
        <div className="detail-pair" key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
