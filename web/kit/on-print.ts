/**
 * Calls back before the page is printed, while what it changes still comes on paper.
 * @returns a function that stops it
 */
export function onPrint(callback: () => void): () => void {
  // Firefox prints a copy and tells only the window; what shows a page as on paper tells only the media query.
  const paper = matchMedia('print');
  const look = () => {
    if (paper.matches) callback();
  };
  addEventListener('beforeprint', callback);
  paper.addEventListener('change', look);
  return () => {
    removeEventListener('beforeprint', callback);
    paper.removeEventListener('change', look);
  };
}
