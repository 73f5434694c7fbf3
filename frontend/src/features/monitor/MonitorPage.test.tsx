import { screen } from '@testing-library/react';
import { ok, startFakeServer } from '../../test-support/fake-server';
import { renderPage } from '../../test-support/render-page';
import { AboutPage } from '../site/AboutPage';
import { MonitorPage } from './MonitorPage';

async function visit(status: { readonly MonitorLink: string; readonly MonitorLinkEnabled: boolean }) {
  localStorage.clear();
  startFakeServer({ 'GET /api/status': ok(status) });
  await renderPage(<MonitorPage />, { at: '/monitor' });
}

describe('the service monitor', () => {
  it('is a frame with the link, which keeps its own storage and cannot navigate the console away', async () => {
    await visit({ MonitorLink: ' https://status.example.com/page ', MonitorLinkEnabled: true });
    const frame = await screen.findByTitle<HTMLIFrameElement>('Service monitor');
    expect(frame.src).toBe('https://status.example.com/page');
    expect(frame.getAttribute('sandbox')).toContain('allow-same-origin');
    expect(frame.getAttribute('sandbox')).not.toContain('allow-top-navigation');
  });

  it('has no access to this site when the link leads back to it', async () => {
    await visit({ MonitorLink: `${window.location.origin}/setting`, MonitorLinkEnabled: true });
    const frame = await screen.findByTitle('Service monitor');
    expect(frame.getAttribute('sandbox')).not.toContain('allow-same-origin');
  });

  it.each([
    ['https://status.example.com', false, 'Service monitor not enabled, contact admin'],
    ['  ', true, 'Link not configured'],
    ['status.example.com', true, 'Link misconfigured'],
    ['javascript:alert(1)', true, 'Link misconfigured'],
  ])('with the link "%s", switched on %s, says: %s', async (MonitorLink, MonitorLinkEnabled, text) => {
    await visit({ MonitorLink, MonitorLinkEnabled });
    expect(await screen.findByText(text)).toBeTruthy();
    expect(document.querySelector('iframe')).toBeNull();
  });
});

describe('the about page', () => {
  const open = async (about: string) => {
    startFakeServer({ 'GET /api/about': ok(about) });
    await renderPage(<AboutPage />, { at: '/about' });
  };

  it('shows an address in a frame', async () => {
    await open('https://about.example.com/');
    expect((await screen.findByTitle<HTMLIFrameElement>('About')).src).toBe('https://about.example.com/');
  });

  it('shows a text as it is', async () => {
    await open('<p>See <b>here</b></p>');
    expect((await screen.findByText('here')).tagName).toBe('B');
    expect(document.querySelector('iframe')).toBeNull();
  });

  it('says that it is empty', async () => {
    await open('');
    expect(await screen.findByText('The administrator has not written anything here yet.')).toBeTruthy();
  });
});
