import { type PublicModelHealth } from '@contracts';
import { screen, within } from '@testing-library/react';
import { ok, refused } from '../../test-support/fake-server';
import { visitPage } from '../../test-support/scene';
import { successText } from '../../base/health/SuccessBar';
import { StatusPage } from './StatusPage';

function model(name: string, changes: Partial<PublicModelHealth> = {}): PublicModelHealth {
  const hours = [...Array.from({ length: 22 }, () => null), 0.5, 1];
  return { model: name, state: 'operational', success_rate: 1, hours, ...changes };
}

function visit(models: readonly PublicModelHealth[], status: object = { status_page: true }) {
  const answers = { 'GET /api/status/health': ok({ updated_at: 1_740_000_000, models }) };
  return visitPage({ page: <StatusPage />, at: '/status', user: null, status, answers });
}

describe('the status page', () => {
  it('shows guests each model with its state and its last hours', async () => {
    await visit([model('gpt-4o'), model('o3', { state: 'down', success_rate: 0.25 })]);
    expect(await screen.findByText('Some models are down')).toBeTruthy();
    const [good, bad] = screen.getAllByRole('listitem').map(item => within(item));
    expect(good?.getByText('Operational')).toBeTruthy();
    expect(good?.getByText('100% in the last hour')).toBeTruthy();
    expect(good?.getByRole('img', { name: 'The last 24 hours of gpt-4o' }).children).toHaveLength(24);
    expect(good?.getByTitle('1 h ago: 50%')).toBeTruthy();
    expect(bad?.getByText('Down')).toBeTruthy();
    expect(bad?.getByText('25% in the last hour')).toBeTruthy();
  });

  it('says that all is well, and which models nobody has called', async () => {
    await visit([model('gpt-4o', { success_rate: null })]);
    expect(await screen.findByText('All models are operational')).toBeTruthy();
    expect(screen.getByText('no calls')).toBeTruthy();
  });

  it('says that it is switched off, and asks for nothing', async () => {
    const { server } = await visit([], { status_page: false });
    expect(await screen.findByText('The status page is switched off.')).toBeTruthy();
    expect(server.callsTo('GET', '/api/status/health')).toEqual([]);
  });

  it('says that no model is offered', async () => {
    await visit([]);
    expect(await screen.findByText('No model is offered to the public.')).toBeTruthy();
  });

  it('offers to try again after a failure', async () => {
    const answers = { 'GET /api/status/health': refused('too many requests') };
    await visitPage({ page: <StatusPage />, at: '/status', user: null, status: { status_page: true }, answers });
    expect(await screen.findByText('This could not be loaded')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
  });
});

it('never rounds a failure away', () => {
  expect([successText(1, 'en'), successText(0.99996, 'en'), successText(0.5, 'en')]).toEqual(['100%', '99.9%', '50%']);
});
