// The first part of this target is being written.
