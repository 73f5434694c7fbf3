import { tokenQuotaPresets } from '@contracts';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { QuotaPresets } from './Presets';

describe('usual amounts', () => {
  it('are all there and taken by their units, also where they read alike', async () => {
    const complaints = jest.spyOn(console, 'error');
    const taken: number[] = [];
    render(
      <QuotaPresets status={{ quota_per_unit: 1e15, display_in_currency: true }} onTake={units => taken.push(units)} />,
    );
    const buttons = screen.getAllByRole('button');
    expect(new Set(buttons.map(button => button.textContent)).size).toBe(1);
    for (const button of buttons) await userEvent.click(button);
    expect(taken).toEqual([...tokenQuotaPresets]);
    expect(complaints).not.toHaveBeenCalled();
  });
});
