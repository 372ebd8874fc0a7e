import { type ComponentProps, createElement } from 'react';

interface IconData {
  readonly node: readonly (readonly [tag: string, attributes: Readonly<Record<string, string>>])[];
}

interface IconProps extends ComponentProps<'svg'> {
  readonly size?: number;
}

/**
 * Draws the icons of lucide-react. The build puts it in place of the package's own function of this name,
 * whose options nothing here uses and which the sign-in page would have to load.
 */
export function createLucideIcon({ node }: IconData) {
  return function Icon({ size = 24, ...rest }: IconProps) {
    return createElement(
      'svg',
      {
        width: size,
        height: size,
        viewBox: '0 0 24 24',
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth: 2,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        ...rest,
      },
      node.map(([tag, attributes]) => createElement(tag, attributes)),
    );
  };
}
