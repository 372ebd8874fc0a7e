import { expect, test } from 'vitest';
import { nameDevice } from './name-device.ts';

const webKit = 'AppleWebKit/537.36 (KHTML, like Gecko)';
const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)';
const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)';
const iPhone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X)';
const android = 'Mozilla/5.0 (Linux; Android 16; Pixel 9)';

test.each([
  [`${windows} ${webKit} Chrome/153.0.0.0 Safari/537.36`, 'Chrome', 'Windows'],
  [`${windows} ${webKit} Chrome/153.0.0.0 Safari/537.36 Edg/153.0.0.0`, 'Edge', 'Windows'],
  [`${windows} ${webKit} Chrome/152.0.0.0 Safari/537.36 OPR/130.0.0.0`, 'Opera', 'Windows'],
  [`${mac} AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Safari/605.1.15`, 'Safari', 'Mac'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:146.0) Gecko/20100101 Firefox/146.0', 'Firefox', 'Linux'],
  [`${iPhone} AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/153.0 Mobile/15E148 Safari/604.1`, 'Chrome', 'iPhone'],
  [`${iPhone} AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Mobile/15E148 Safari/604.1`, 'Safari', 'iPhone'],
  ['Mozilla/5.0 (iPad; CPU OS 18_5 like Mac OS X) AppleWebKit/605.1.15 FxiOS/146.0 Safari/605.1.15', 'Firefox', 'iPad'],
  [`${android} ${webKit} Chrome/153.0.0.0 Mobile Safari/537.36`, 'Chrome', 'Android'],
  [`${android} ${webKit} SamsungBrowser/30.0 Chrome/140.0 Mobile Safari/537.36`, 'Samsung Internet', 'Android'],
  [`Mozilla/5.0 (X11; CrOS x86_64 16000.0.0) ${webKit} Chrome/153.0.0.0 Safari/537.36`, 'Chrome', 'ChromeOS'],
  [`Mozilla/5.0 (X11; Linux x86_64) ${webKit} HeadlessChrome/153.0.0.0 Safari/537.36`, 'Chrome', 'Linux'],
  ['curl/8.12', null, null],
  ['', null, null],
])('the device with the user agent "%s" is named %s on %s', (userAgent, browser, system) => {
  expect(nameDevice(userAgent)).toEqual({ browser, system });
});
