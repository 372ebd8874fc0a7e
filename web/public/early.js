// Runs before anything is painted: the page brings the sign-in screen along, which must not flash up at other addresses.
if (!/^#?(\/|\/home\/?|\/home\/login)?$/.test(location.hash)) document.documentElement.dataset.elsewhere = '';
