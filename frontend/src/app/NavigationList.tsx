import { useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useMatch } from 'react-router-dom';
import { inSections, type NavigationRow, type SectionRows } from './navigation';
import { iconOf } from './navigation-icons';

function SideLink({ row: { path, label } }: { readonly row: NavigationRow }) {
  const { t } = useTranslation();
  const Icon = iconOf(path);
  const isHere = useMatch({ path, end: path === '/' }) !== null;
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (isHere) link.current?.scrollIntoView?.({ block: 'nearest' }); // the browser of the tests has no such function
  }, [isHere]);
  return (
    <Link
      ref={link}
      className={`side-link${isHere ? ' side-link-active' : ''}`}
      to={path}
      aria-current={isHere ? 'page' : undefined}
      title={t(label)}
    >
      <Icon />
      <span className="side-word">{t(label)}</span>
    </Link>
  );
}

function Section({ part: { section, rows } }: { readonly part: SectionRows }) {
  const { t } = useTranslation();
  const heading = useId();
  return (
    <>
      <p id={heading} className="side-heading muted">
        {t(`shell.section_${section}`)}
      </p>
      <ul aria-labelledby={heading}>
        {rows.map(row => (
          <li key={row.path}>
            <SideLink row={row} />
          </li>
        ))}
      </ul>
    </>
  );
}

/** The pages in their parts, one below the other. */
export function NavigationList({ rows }: { readonly rows: readonly NavigationRow[] }) {
  return (
    <>
      {inSections(rows).map(part => (
        <Section key={part.section} part={part} />
      ))}
    </>
  );
}
