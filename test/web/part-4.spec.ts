import { describePart } from './describe-tests';

describePart(4);
