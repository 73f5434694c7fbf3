import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ok, refused, startFakeServer, type FakeAnswer } from '../test-support/fake-server';
import { renderPage } from '../test-support/render-page';
import { FloatingActions } from './FloatingActions';
import { FooterBar } from './FooterBar';

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

describe('the floating buttons', () => {
  it('unfold from one button and fold back into it in a narrow window', async () => {
    startFakeServer({ 'GET /api/status': ok({}), 'GET /api/notice': ok('') });
    await renderPage(<FloatingActions />);
    const button = screen.getByRole('button', { name: 'Contact, check-in, theme and announcements' });
    const group = screen.getByRole('complementary');
    expect(group.className).not.toContain('floating-unfolded');
    await userEvent.click(button);
    expect(button.getAttribute('aria-expanded')).toBe('true');
    expect(group.className).toContain('floating-unfolded');
    await userEvent.click(screen.getByRole('button', { name: 'Hide the buttons' }));
    expect(group.className).not.toContain('floating-unfolded');
  });
});
