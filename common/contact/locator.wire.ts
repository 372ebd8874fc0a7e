import type { Branch } from './rules/branches.ts';
import type { BranchItem } from './locator.api.ts';

export function branchFromWire(item: BranchItem): Branch {
  return {
    name: item.BranchName,
    streetAddress: item.StreetAddress,
    city: item.City,
    state: item.State,
    zip: item.Zip,
    phoneNumber: item.PhoneNumber,
    latitude: item.Latitude,
    longitude: item.Longitude,
  };
}

export function branchToWire(branch: Branch): BranchItem {
  return {
    BranchName: branch.name,
    StreetAddress: branch.streetAddress,
    City: branch.city,
    State: branch.state,
    Zip: branch.zip,
    PhoneNumber: branch.phoneNumber,
    Latitude: branch.latitude,
    Longitude: branch.longitude,
  };
}
