import { isEpaySigned, signEpay } from './epay-signature';

const KEY = 'EPAYKEY0123456789abcdef';

const request = {
  pid: '1001',
  type: 'alipay',
  out_trade_no: 'USR7NOa1B2c31700000000',
  notify_url: 'https://api.example.com/api/user/epay/notify',
  return_url: 'https://api.example.com/log',
  name: 'TUC10',
  money: '73.00',
  device: 'pc',
  sign_type: 'MD5',
};

const notify = {
  pid: '1001',
  trade_no: '2024112022001499999',
  out_trade_no: 'USR7NOa1B2c31700000000',
  type: 'alipay',
  name: 'TUC10',
  money: '73.00',
  trade_status: 'TRADE_SUCCESS',
  sign_type: 'MD5',
};

const signed = { ...notify, sign: 'a6ea02840e55309dde07564725a0c62f' };

describe('the signature of a message of the gateway', () => {
  it('fits the published request', () => {
    expect(signEpay(request, KEY)).toBe('4c418ff96822e52dfb54771a8b3db329');
  });

  it('fits the published notify', () => {
    expect(signEpay(notify, KEY)).toBe('a6ea02840e55309dde07564725a0c62f');
  });

  it('skips parameters without a value', () => {
    expect(signEpay({ ...notify, param: '', buyer: '' }, KEY)).toBe(signed.sign);
  });

  it('covers every other parameter, known or not', () => {
    expect(signEpay({ ...notify, buyer: 'x' }, KEY)).not.toBe(signed.sign);
  });

  it('does not depend on the order of the parameters', () => {
    expect(signEpay(Object.fromEntries(Object.entries(notify).reverse()), KEY)).toBe(signed.sign);
  });

  it('sorts names by their bytes, so that upper case comes first and the astral plane last', () => {
    const parameters = { b: '1', a: '2', B: '3', '\uffee': '4', '\u{1f600}': '5' };
    // MD5 of "B=3&a=2&b=1&\uffee=4&\u{1f600}=5" and the key "k".
    expect(signEpay(parameters, 'k')).toBe('c945458c98022797fc28cf6554a1264d');
  });

  it('signs the raw text of values, not their encoding', () => {
    // MD5 of "name=50% + & ü" and the key "k".
    expect(signEpay({ name: '50% + & ü' }, 'k')).toBe('a1394881e2608fa8a8a90838091c954c');
  });
});

describe('the check of a notify', () => {
  it('accepts the published one', () => {
    expect(isEpaySigned(signed, KEY)).toBe(true);
  });

  it.each(Object.keys(notify).filter(name => name !== 'sign_type'))('refuses it with another %s', name => {
    expect(isEpaySigned({ ...signed, [name]: `${signed[name as keyof typeof signed]}1` }, KEY)).toBe(false);
  });

  it.each([
    ['no signature', { ...notify }],
    ['an empty signature', { ...notify, sign: '' }],
    ['half of the signature', { ...notify, sign: signed.sign.slice(0, 16) }],
    ['the signature in upper case', { ...notify, sign: signed.sign.toUpperCase() }],
    ['characters of several bytes', { ...notify, sign: 'ü'.repeat(16) }],
    ['one parameter more', { ...signed, buyer: 'x' }],
    ['one parameter less', { ...signed, name: '' }],
  ])('refuses it with %s', (_what, parameters) => {
    expect(isEpaySigned(parameters, KEY)).toBe(false);
  });

  it('refuses it under another key', () => {
    expect(isEpaySigned(signed, `${KEY}0`)).toBe(false);
  });
});
