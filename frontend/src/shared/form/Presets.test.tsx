import { tokenQuotaPresets } from '@contracts';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { QuotaPresets } from './Presets';

describe('the usual amounts', () => {
  it('are all shown and chosen by their units, even when their labels are equal', async () => {
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
