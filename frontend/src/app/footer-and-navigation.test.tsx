import { Role } from '@contracts';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ok, refused, startFakeServer, type FakeAnswer } from '../test-support/fake-server';
import { renderPage } from '../test-support/render-page';
import { FooterBar } from './FooterBar';
import { visibleRows } from './navigation';
import { NavigationDrawer } from './NavigationDrawer';
import { Sidebar } from './Sidebar';
import { SiteActions } from './SiteActions';

async function showFoot(about: FakeAnswer) {
  const server = startFakeServer({ 'GET /api/about': about });
  await renderPage(<FooterBar html="" siteName="Gate" />);
  await waitFor(() => expect(server.callsTo('GET', '/api/about')).toHaveLength(1));
}

describe('the footer of a page', () => {
  it("leads to the operator's page about the site", async () => {
    await showFoot(ok('<p>Offers</p>'));
    const link = await screen.findByRole<HTMLAnchorElement>('link', { name: 'About' });
    expect(link.getAttribute('href')).toBe('/about');
  });

  it.each([
    ['nothing is told', ok('')],
    ['it cannot be had', refused('busy')],
  ])('leads nowhere while %s', async (_case, about) => {
    await showFoot(about);
    expect(screen.getByText('Gate')).toBeTruthy();
    expect(screen.queryByRole('link')).toBeNull();
  });
});

describe('the navigation of a user', () => {
  const rows = visibleRows(Role.Admin, {});

  async function showSidebar(status: Record<string, unknown> = {}, at = '/') {
    startFakeServer({ 'GET /api/status': ok(status), 'GET /api/contact-info': ok({}) });
    await renderPage(<Sidebar rows={rows} />, { at });
  }

  beforeEach(() => localStorage.clear());

  it('has the pages in parts with a heading each', async () => {
    await showSidebar();
    const parts = screen.getAllByRole('list').map(list => list.getAttribute('aria-labelledby') ?? '');
    const headings = parts.map(id => document.getElementById(id)?.textContent);
    expect(headings).toEqual(['Use', 'Mine', 'Operate', 'People', 'Settings']);
    const operate = within(screen.getByRole('list', { name: 'Operate' }));
    expect(operate.getAllByRole('link').map(link => link.textContent)).toEqual([
      'Channels',
      'Health',
      'Prices',
      'Alerts',
      'Reports',
      'Reachable channels',
    ]);
  });

  it('scrolls to the page that is open', async () => {
    const scrolled: (string | null)[] = [];
    HTMLElement.prototype.scrollIntoView = function scroll(this: HTMLElement) {
      scrolled.push(this.textContent);
    };
    await showSidebar({}, '/alert');
    expect(scrolled).toEqual(['Alerts']);
    Reflect.deleteProperty(HTMLElement.prototype, 'scrollIntoView');
  });

  it('folds to its icons, and stays folded at the next visit', async () => {
    await showSidebar();
    await userEvent.click(screen.getByRole('button', { name: 'Fold the navigation' }));
    expect(screen.getByRole('button', { name: 'Unfold the navigation' }).getAttribute('aria-expanded')).toBe('false');
    expect(screen.getByRole('link', { name: 'Channels' }).getAttribute('title')).toBe('Channels');
    cleanup();
    await showSidebar();
    expect(screen.getByRole('button', { name: 'Unfold the navigation' })).toBeTruthy();
  });

  it('is folded at the first visit where the operator has set it so', async () => {
    await showSidebar({ default_collapse_sidebar: true });
    await userEvent.click(await screen.findByRole('button', { name: 'Unfold the navigation' }));
    expect(screen.getByRole('button', { name: 'Fold the navigation' })).toBeTruthy();
    expect(localStorage.getItem('sidebar-folded')).toBe('false');
  });
});

describe('the drawer of a narrow window', () => {
  it('opens with the pages, and closes when one is chosen', async () => {
    startFakeServer({ 'GET /api/status': ok({}), 'GET /api/contact-info': ok({}) });
    await renderPage(<NavigationDrawer rows={visibleRows(Role.User, {})} />);
    await userEvent.click(screen.getByRole('button', { name: 'Open menu' }));
    const drawer = within(await screen.findByRole('dialog', { name: 'Pages' }));
    await userEvent.click(drawer.getByRole('link', { name: 'Wallet' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});

describe('the button for contact and check-in', () => {
  const show = async (status: Record<string, unknown>, contact: FakeAnswer) => {
    const server = startFakeServer({ 'GET /api/status': ok(status), 'GET /api/contact-info': contact });
    await renderPage(<SiteActions placement="top" />);
    await waitFor(() => expect(server.callsTo('GET', '/api/contact-info')).toHaveLength(1));
  };

  it('unfolds how to reach the operator', async () => {
    await show({}, ok({ QQContact: '12345', WeChatContact: 'helpdesk' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Contact' }));
    expect(await screen.findByText('helpdesk')).toBeTruthy();
    expect(await screen.findByRole('button', { name: 'Copy 12345' })).toBeTruthy();
  });

  it('leaves out what the operator has not filled in', async () => {
    await show({}, ok({ QQContact: '', WeChatContact: 'helpdesk' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Contact' }));
    expect(await screen.findByText('WeChat')).toBeTruthy();
    expect(screen.queryByText('QQ')).toBeNull();
  });

  it('says that the contacts could not be fetched', async () => {
    await show({}, refused('no'));
    await userEvent.click(await screen.findByRole('button', { name: 'Contact' }));
    expect(await screen.findByText('Failed to fetch contact info')).toBeTruthy();
  });

  it('offers the check-in where the site rewards it', async () => {
    await show({ sign_in_enabled: true }, ok({}));
    await userEvent.click(await screen.findByRole('button', { name: 'Contact and check-in' }));
    expect(await screen.findByRole('button', { name: 'Daily check-in' })).toBeTruthy();
  });

  it('is hidden where the site has neither', async () => {
    await show({}, ok({}));
    expect(screen.queryByRole('button')).toBeNull();
  });
});
