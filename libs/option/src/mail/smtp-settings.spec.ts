import { splitReceivers } from './receivers';
import { smtpSettings, type MailOptions } from './smtp-settings';

const options: MailOptions = {
  SMTPServer: 'mail.site.example',
  SMTPPort: 587,
  SMTPAccount: 'postmaster@site.example',
  SMTPFrom: '',
  SMTPToken: 'secret',
  SMTPSSLEnabled: false,
  SystemName: 'Sluice',
};

function settingsOf(changes: Partial<MailOptions> = {}) {
  return smtpSettings({ ...options, ...changes }, { smtpAllowSelfSigned: false });
}

describe('the mail settings', () => {
  it.each([
    { SMTPPort: 465, SMTPSSLEnabled: false, isImplicitTls: true },
    { SMTPPort: 587, SMTPSSLEnabled: false, isImplicitTls: false },
    { SMTPPort: 2465, SMTPSSLEnabled: true, isImplicitTls: true },
  ])(
    'port $SMTPPort with the TLS option $SMTPSSLEnabled: TLS at once $isImplicitTls',
    ({ isImplicitTls, ...changes }) => {
      expect(settingsOf(changes)).toMatchObject({ isImplicitTls });
    },
  );

  it.each(['localhost', 'LOCALHOST', '127.0.0.1', '127.8.9.1', '::1', '[::1]'])(
    '%s needs no encryption',
    SMTPServer => {
      expect(settingsOf({ SMTPServer }).mustEncrypt).toBe(false);
    },
  );

  it.each(['mail.site.example', 'localhost.example', '127.0.0.1.example', '10.0.0.1', '0.0.0.0', '::2'])(
    'a password goes to %s encrypted or not at all',
    SMTPServer => expect(settingsOf({ SMTPServer }).mustEncrypt).toBe(true),
  );

  it('without a password no encryption is needed', () => {
    expect(settingsOf({ SMTPToken: '' })).toMatchObject({ mustEncrypt: false, login: null });
    expect(settingsOf({ SMTPAccount: '', SMTPFrom: 'a@b.example' })).toMatchObject({ mustEncrypt: false, login: null });
  });

  it('the sender is its own option, else the account', () => {
    expect(settingsOf().sender).toEqual({ name: 'Sluice', address: 'postmaster@site.example' });
    expect(settingsOf({ SMTPAccount: 'apikey', SMTPFrom: 'no-reply@site.example' })).toMatchObject({
      sender: { address: 'no-reply@site.example' },
      login: { user: 'apikey', password: 'secret' },
    });
  });

  it.each([{ SMTPServer: ' ' }, { SMTPAccount: '', SMTPFrom: '' }])('%j is no configuration', changes => {
    expect(() => settingsOf(changes)).toThrow('SMTP server is not configured');
  });

  it('a sender must be an address', () => {
    expect(() => settingsOf({ SMTPAccount: 'apikey' })).toThrow('the sender is no address');
  });
});

describe('receivers', () => {
  it('stand in one text, each counted once', () => {
    expect(splitReceivers(['a@b.example; c@b.example;', ' a@b.example', ''])).toEqual(['a@b.example', 'c@b.example']);
  });
});
