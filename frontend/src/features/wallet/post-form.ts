import { type PaymentStart } from './wallet-api';

function isWebAddress(address: string): boolean {
  return /^https?:\/\//i.test(address);
}

/**
 * Posts a hidden form in a new tab, as payment gateways want it. The gateway learns where the payer comes from, but gets
 * no hold of this window.
 *
 * @returns false when the address is none that a browser should be sent to
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
  // Not element.submit(): a field of that name would stand before the method.
  HTMLFormElement.prototype.submit.call(element);
  element.remove();
  return true;
}
