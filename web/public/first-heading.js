// Runs after early.js, in the page. Puts the screen's heading into the first frame as soon as the calls that early.js has
// started say whose screen it is, while the scripts that draw the rest are still on their way.
if (early.answers) void showHeading();

async function showHeading() {
  // A call that fails is handled by the code that takes its answer.
  const [parts] = await Promise.all([headingParts().catch(() => undefined), parsed()]);
  const place = document.querySelector('.first-shell p');
  if (parts && place) place.append(...parts(JSON.parse(place.dataset.words)));
}

function parsed() {
  if (document.readyState !== 'loading') return undefined;
  return new Promise((resolve) => addEventListener('DOMContentLoaded', resolve));
}

/** Returns what makes the heading out of the institution's words. */
async function headingParts() {
  const [, area, screen = '', account] = location.hash.toLowerCase().split('/');
  if (area !== 'myaccount') return undefined;
  const session = answerOf('/api/Login/Session');
  if (screen === 'dashboard') return greet(await session);
  if (screen === 'payment') return ({ payment }) => [payment ?? ''];
  if (screen === 'loandetails' && account) return nameLoan(await answerOf(addressOf('/api/AccountDetails?')));
  return undefined;
}

function addressOf(start) {
  return Object.keys(early.answers).find((address) => address.startsWith(start));
}

/** Reads a copy, since the portal takes the answer itself. Undefined for a refusal. */
async function answerOf(address) {
  const answer = await early.answers[address];
  return answer?.ok ? answer.clone().json() : undefined;
}

/** As `Greeting.tsx` does. */
function greet(session) {
  if (!session) return undefined;
  const { PersonalName: name, CompanyNumber: company } = session;
  return ({ greetings, timeZone }) => {
    const hour = hourIn(timeZone);
    const greeting = greetings[hour < 12 ? 0 : hour < 18 ? 1 : 2];
    return [(greeting ?? '').replace('{name}', () => (company === 0 ? name.trim().split(/\s+/)[0] : name))];
  };
}

function hourIn(timeZone) {
  try {
    return Number(new Intl.DateTimeFormat('en-US', { hour: 'numeric', hourCycle: 'h23', timeZone }).format());
  } catch {
    // This browser doesn't know the zone.
    return new Date().getHours();
  }
}

/** As `LoanHeading.tsx` does. */
function nameLoan(loan) {
  if (!loan?.Information) return undefined;
  const { Description: description, AccountNumber: whole } = loan.Information;
  return ({ loan: words, hidesNumber, dropsCheckDigit }) => {
    const name = (words ?? '').replace('{account}', () => description);
    if (hidesNumber) return [name];
    const number = document.createElement('u');
    number.textContent = dropsCheckDigit ? whole.split('-').slice(0, 2).join('-') : whole;
    return [`${name} `, number];
  };
}
