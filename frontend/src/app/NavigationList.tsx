import { useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { NavLink, useMatch } from 'react-router-dom';
import { inSections, type NavigationRow, type SectionRows } from './navigation';
import { iconOf } from './navigation-icons';

function sideLinkClass({ isActive }: { readonly isActive: boolean }): string {
  return `side-link${isActive ? ' side-link-active' : ''}`;
}

function SideLink({ row: { path, label } }: { readonly row: NavigationRow }) {
  const { t } = useTranslation();
  const Icon = iconOf(path);
  const isHere = useMatch({ path, end: path === '/' }) !== null;
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (isHere) link.current?.scrollIntoView?.({ block: 'nearest' }); // the browser of the tests has no such function
  }, [isHere]);
  return (
    <NavLink ref={link} className={sideLinkClass} to={path} end={path === '/'} title={t(label)}>
      <Icon />
      <span className="side-word">{t(label)}</span>
    </NavLink>
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
