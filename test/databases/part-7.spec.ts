import { describePart } from '../support/describe-specs';

describePart(7, 8);
