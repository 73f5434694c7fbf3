import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useGetAboutQuery } from '../base/site/site-api';
import { RichText } from '../shared/foreign/RichText';

interface FooterBarProps {
  /** The operator's HTML; when it is empty, the name of the site is shown. */
  readonly html: string;
  readonly siteName: string;
}

/** The footer of every page: the operator's own text, and a link to the operator's page about the site. */
export function FooterBar({ html, siteName }: FooterBarProps) {
  const { t } = useTranslation();
  const { data: about } = useGetAboutQuery();
  return (
    <footer className="shell-footer muted">
      {html ? <RichText text={html} /> : siteName}
      {about && (
        <nav aria-label={t('shell.footer_navigation')}>
          <Link to="/about">{t('shell.about')}</Link>
        </nav>
      )}
    </footer>
  );
}
