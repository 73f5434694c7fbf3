import { type TFunction } from 'i18next';
import { failureFacts, priceFacts } from './log-facts';

/** Translates every key to itself. */
const t = ((key: string) => key) as unknown as TFunction;

describe('the facts of a log row', () => {
  const failed = {
    error_type: 'upstream_error',
    error_code: 'invalid_api_key',
    status_code: 401,
    request_path: '/v1/x',
  };

  it('include no price for a failed call', () => {
    expect(priceFacts(failed, t)).toEqual([]);
    expect(failureFacts(failed, t).map(({ value }) => value)).toEqual([
      'upstream_error',
      'invalid_api_key',
      '401',
      '/v1/x',
    ]);
  });

  it('include the price and no error for a charged call', () => {
    const charged = { model_ratio: 0.625, completion_ratio: 8, group_ratio: 1 };
    expect(priceFacts(charged, t)).toHaveLength(3);
    expect(failureFacts(charged, t)).toEqual([]);
  });
});
