import { type PaymentStart } from './wallet-api';

export function isWebAddress(address: string): boolean {
  return /^https?:\/\//i.test(address);
}

/**
 * Posts a hidden form in a new tab, as payment gateways require. The gateway learns the payer's origin, but gets no
 * access to this window.
 *
 * @returns false when the address is no web address, and nothing was sent
 */
export function postForm({ url, form }: PaymentStart): boolean {
  if (!isWebAddress(url)) return false;
  const element = document.createElement('form');
  element.method = 'POST';
  element.action = url;
  element.target = '_blank';
  element.setAttribute('rel', 'noopener');
  element.hidden = true;
  for (const [name, value] of Object.entries(form)) {
    const field = document.createElement('input');
    field.type = 'hidden';
    field.name = name;
    field.value = value;
    element.append(field);
  }
  document.body.append(element);
  // This is not element.submit(), because a form field of that name would hide the method.
  HTMLFormElement.prototype.submit.call(element);
  element.remove();
  return true;
}
