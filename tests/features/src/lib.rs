//! Empty: the manifest explains the purpose of this package.
